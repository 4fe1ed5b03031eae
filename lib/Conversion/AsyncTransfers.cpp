//===- AsyncTransfers.cpp - Bulk copies as named functions ----------------===//
//
// PTX ISA, "mbarrier" and "cp.async.bulk.tensor".
//
//===----------------------------------------------------------------------===//

#include "minitc/Conversion/AsyncTransfers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace minitc;

static constexpr StringLiteral mbarrierPrefix = "minitc.mbarrier.";

static StringRef nameOf(MBarrierOperation::Kind kind) {
  switch (kind) {
  case MBarrierOperation::Kind::Init:
    return "init";
  case MBarrierOperation::Kind::Arrive:
    return "arrive";
  case MBarrierOperation::Kind::Expect:
    return "expect";
  case MBarrierOperation::Kind::Wait:
    return "wait";
  case MBarrierOperation::Kind::Invalidate:
    return "inval";
  case MBarrierOperation::Kind::Fence:
    return "fence";
  }
  return "";
}

std::string MBarrierOperation::name() const {
  return (mbarrierPrefix + nameOf(kind)).str();
}

std::optional<MBarrierOperation> MBarrierOperation::parse(StringRef name) {
  if (!name.consume_front(mbarrierPrefix))
    return std::nullopt;
  for (Kind kind : {Kind::Init, Kind::Arrive, Kind::Expect, Kind::Wait,
                    Kind::Invalidate, Kind::Fence})
    if (name == nameOf(kind))
      return MBarrierOperation{kind};
  return std::nullopt;
}

PTXOperation MBarrierOperation::operation() const {
  PTXOperation operation;
  // No copy of the code is made for some lanes alone: the whole warp goes on to
  // what it executes together.
  operation.isConvergent = true;
  switch (kind) {
  case Kind::Init:
    operation.assembly = "mbarrier.init.shared::cta.b64 [$0], $1;";
    operation.constraints = "l,r";
    break;
  case Kind::Arrive:
    operation.assembly = "mbarrier.arrive.shared::cta.b64 _, [$0];";
    operation.constraints = "l";
    break;
  case Kind::Expect:
    operation.assembly =
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;";
    operation.constraints = "l,r";
    break;
  case Kind::Wait:
    // try_wait gives up after a while. The label is the braces' own.
    operation.assembly = "{\n\t.reg .pred p;\nagain:\n\t"
                         "mbarrier.try_wait.parity.shared::cta.b64 "
                         "p, [$0], $1;\n\t@!p bra again;\n\t}";
    operation.constraints = "l,r";
    break;
  case Kind::Invalidate:
    operation.assembly = "mbarrier.inval.shared::cta.b64 [$0];";
    operation.constraints = "l";
    break;
  case Kind::Fence:
    operation.assembly = "fence.mbarrier_init.release.cluster;\n\t"
                         "fence.proxy.async.shared::cta;";
    break;
  }
  return operation;
}

std::string TensorLoad::name() const {
  return "minitc.tma.load." + utostr(rank) + "d";
}

std::optional<TensorLoad> TensorLoad::parse(StringRef name) {
  TensorLoad load;
  for (load.rank = 1; load.rank <= 5; ++load.rank)
    if (name == load.name())
      return load;
  return std::nullopt;
}

PTXOperation TensorLoad::operation() const {
  PTXOperation operation;
  operation.isConvergent = true;
  std::string coordinates;
  operation.constraints = "l,l,l";
  for (unsigned i = 0; i < rank; ++i) {
    coordinates += (i ? ", $" : "$") + utostr(3 + i);
    operation.constraints += ",r";
  }
  operation.assembly = "cp.async.bulk.tensor." + utostr(rank) +
                       "d.shared::cluster.global.tile.mbarrier::complete_tx::"
                       "bytes [$0], [$1, {" +
                       coordinates + "}], [$2];";
  return operation;
}
