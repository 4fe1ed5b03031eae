//===- Fiber.cpp - Threads that take turns --------------------------------===//

#include "Fiber.h"

#include <boost/context/detail/fcontext.hpp>

#include <sys/mman.h>

using namespace minitc::simulator;
namespace context_api = boost::context::detail;

bool FiberStacks::allocate(unsigned count, size_t bytes) {
  stride = guardBytes + (bytes + guardBytes - 1) / guardBytes * guardBytes;
  total = stride * count;
  void *memory = mmap(nullptr, total, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  base = reinterpret_cast<uintptr_t>(memory);
  for (unsigned index = 0; index < count; ++index)
    if (mprotect(reinterpret_cast<void *>(base + index * stride), guardBytes,
                 PROT_NONE) != 0)
      return false;
  return true;
}

FiberStacks::~FiberStacks() {
  if (base)
    munmap(reinterpret_cast<void *>(base), total);
}

void Fiber::start(uintptr_t lowest, uintptr_t top, Body newBody,
                  void *newArgument) {
  body = newBody;
  argument = newArgument;
  auto run = [](context_api::transfer_t transfer) {
    auto *self = static_cast<Fiber *>(transfer.data);
    self->resumer = transfer.fctx;
    self->body(self->argument);
    for (;;)
      self->leave();
  };
  context = context_api::make_fcontext(reinterpret_cast<void *>(top),
                                       top - lowest, run);
}

void Fiber::resume() {
  context = context_api::jump_fcontext(context, this).fctx;
}

void Fiber::leave() {
  resumer = context_api::jump_fcontext(resumer, nullptr).fctx;
}
