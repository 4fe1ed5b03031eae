//===- PTXOperationsTest.cpp - The table of PTX operations ----------------===//

#include "minitc/Conversion/PTXOperations.h"
#include "minitc/Conversion/AsyncTransfers.h"

#include <gtest/gtest.h>

using namespace minitc;

namespace {

/// Every access that the language can ask for.
std::vector<GlobalAccess> allAccesses() {
  std::vector<GlobalAccess> all;
  auto addSizes = [&](GlobalAccess access) {
    for (unsigned words : {1, 2, 4})
      for (unsigned bits : {8, 16, 32, 64})
        if (words * bits <= 128) {
          access.words = words;
          access.wordBits = bits;
          all.push_back(access);
        }
  };
  for (bool isStore : {false, true}) {
    GlobalAccess plain;
    plain.isStore = isStore;
    addSizes(plain);
    GlobalAccess isVolatile = plain;
    isVolatile.isVolatile = true;
    addSizes(isVolatile);
    for (const char *cache : {"ca", "cg", "cs", "cv", "wb", "wt"}) {
      GlobalAccess cached = plain;
      cached.cache = cache;
      addSizes(cached);
    }
    for (const char *evict : {"first", "last"}) {
      GlobalAccess evicted = plain;
      evicted.evict = evict;
      addSizes(evicted);
    }
  }
  return all;
}

// It depends on the number, and no thread executes it but for a NaN.
TEST(Finish, IsAnInstructionUnderACondition) {
  std::optional<PTXOperation> operation = lookupPTXOperation(finishName);
  ASSERT_TRUE(operation);
  EXPECT_NE(operation->assembly.find("setp.nan.f32 p, $0, $0"),
            std::string::npos);
  EXPECT_NE(operation->assembly.find("@p pmevent"), std::string::npos);
  EXPECT_EQ(operation->constraints, "f");
}

TEST(GlobalAccess, EveryNameParsesBack) {
  for (const GlobalAccess &access : allAccesses()) {
    std::string name = access.name();
    std::optional<GlobalAccess> parsed = GlobalAccess::parse(name);
    ASSERT_TRUE(parsed) << name;
    EXPECT_EQ(parsed->isStore, access.isStore) << name;
    EXPECT_EQ(parsed->isVolatile, access.isVolatile) << name;
    EXPECT_EQ(parsed->cache, access.cache) << name;
    EXPECT_EQ(parsed->evict, access.evict) << name;
    EXPECT_EQ(parsed->words, access.words) << name;
    EXPECT_EQ(parsed->wordBits, access.wordBits) << name;
    EXPECT_TRUE(lookupPTXOperation(name)) << name;
  }
}

TEST(GlobalAccess, OtherNamesDoNot) {
  for (const char *name :
       {"", "minitc.", "minitc.ld.global", "minitc.ld.global.",
        "ld.global.v1.b32", "minitc.ld.global.v1", "minitc.ld.global.v1.b",
        "minitc.ld.global.b32", "minitc.ld.global.v3.b32",
        "minitc.ld.global.v1.b24", "minitc.ld.global.v4.b64",
        "minitc.ld.global.v1.b32.x", "minitc.ld.shared.v1.b32",
        "minitc.ld.global.first.v1.b32", "minitc.ld.global.v-1.b32",
        "minitc.ld.global.v99999999999.b32"})
    EXPECT_FALSE(lookupPTXOperation(name)) << name;
}

TEST(PTXOperation, Loads) {
  std::optional<PTXOperation> load =
      lookupPTXOperation("minitc.ld.global.v1.b16");
  ASSERT_TRUE(load);
  // The result starts as the fill, operand 3, which is tied to it.
  EXPECT_EQ(load->assembly, "@$2 ld.global.b16 $0, [$1];");
  EXPECT_EQ(load->constraints, "=h,l,b,0");
  EXPECT_TRUE(load->effects.onlyReadsMemory());
  EXPECT_TRUE(load->effects.onlyAccessesArgPointees());
  EXPECT_FALSE(load->isConvergent);

  load = lookupPTXOperation("minitc.ld.global.evict_first.v4.b32");
  ASSERT_TRUE(load);
  EXPECT_EQ(load->assembly, "@$5 ld.global.L1::evict_first.v4.b32 "
                            "{$0, $1, $2, $3}, [$4];");
  EXPECT_EQ(load->constraints, "=r,=r,=r,=r,l,b,0,1,2,3");
}

TEST(PTXOperation, Stores) {
  std::optional<PTXOperation> store =
      lookupPTXOperation("minitc.st.global.wt.v2.b64");
  ASSERT_TRUE(store);
  EXPECT_EQ(store->assembly, "@$1 st.global.wt.v2.b64 [$0], {$2, $3};");
  EXPECT_EQ(store->constraints, "l,b,l,l");
  EXPECT_TRUE(store->effects.onlyWritesMemory());
  EXPECT_TRUE(store->effects.onlyAccessesArgPointees());

  store = lookupPTXOperation("minitc.st.global.v1.b8");
  ASSERT_TRUE(store);
  EXPECT_EQ(store->assembly, "@$1 st.global.b8 [$0], $2;");
  EXPECT_EQ(store->constraints, "l,b,h");
}

TEST(PTXOperation, VolatileAccessesAreOrderedWithEverything) {
  for (const char *name : {"minitc.ld.global.volatile.v1.b32",
                           "minitc.st.global.volatile.v1.b32"}) {
    std::optional<PTXOperation> access = lookupPTXOperation(name);
    ASSERT_TRUE(access) << name;
    EXPECT_EQ(access->effects, llvm::MemoryEffects::unknown()) << name;
    EXPECT_NE(access->assembly.find(".volatile.global.b32"), std::string::npos)
        << access->assembly;
  }
}

TEST(GlobalAtomic, EveryNameParsesBack) {
  for (llvm::StringRef operation : GlobalAtomic::operations())
    for (const char *order : {"relaxed", "acquire", "release", "acq_rel"})
      for (const char *scope : {"cta", "gpu", "sys"})
        for (bool isReduction : {false, true}) {
          GlobalAtomic atomic;
          atomic.isReduction = isReduction;
          atomic.order = order;
          atomic.scope = scope;
          atomic.operation = operation.str();
          std::string name = atomic.name();
          std::optional<GlobalAtomic> parsed = GlobalAtomic::parse(name);
          bool exists =
              !isReduction || GlobalAtomic::hasReduction(operation, order);
          ASSERT_EQ(parsed.has_value(), exists) << name;
          EXPECT_EQ(lookupPTXOperation(name).has_value(), exists) << name;
          if (!exists)
            continue;
          EXPECT_EQ(parsed->isReduction, isReduction) << name;
          EXPECT_EQ(parsed->order, order) << name;
          EXPECT_EQ(parsed->scope, scope) << name;
          EXPECT_EQ(parsed->operation, operation.str()) << name;
        }
}

TEST(GlobalAtomic, OtherNamesDoNot) {
  for (const char *name :
       {"minitc.atom", "minitc.atom.", "minitc.atom.relaxed.gpu.global.",
        "minitc.atom.relaxed.gpu.global.add", "minitc.atom.gpu.global.add.u32",
        "minitc.atom.relaxed.gpu.global.add.u16",
        "minitc.atom.relaxed.gpu.global.add.s64",
        "minitc.atom.relaxed.gpu.global.max.f32",
        "minitc.atom.relaxed.gpu.global.add.u32.x",
        "minitc.atom.relaxed.gpu.shared.add.u32",
        "minitc.atom.relaxed.cluster.global.add.u32",
        "minitc.atom.weak.gpu.global.add.u32",
        "minitc.red.acquire.gpu.global.add.u32",
        "minitc.red.relaxed.gpu.global.exch.b32",
        "minitc.red.relaxed.gpu.global.cas.b32"})
    EXPECT_FALSE(lookupPTXOperation(name)) << name;
}

TEST(PTXOperation, Atomics) {
  std::optional<PTXOperation> atomic =
      lookupPTXOperation("minitc.atom.acq_rel.gpu.global.cas.b64");
  ASSERT_TRUE(atomic);
  EXPECT_EQ(atomic->assembly,
            "@$2 atom.acq_rel.gpu.global.cas.b64 $0, [$1], $3, $4;");
  EXPECT_EQ(atomic->constraints, "=l,l,b,l,l,0");
  EXPECT_EQ(atomic->effects, llvm::MemoryEffects::unknown());

  atomic = lookupPTXOperation("minitc.red.relaxed.sys.global.add.noftz.f16");
  ASSERT_TRUE(atomic);
  EXPECT_EQ(atomic->assembly,
            "@$1 red.relaxed.sys.global.add.noftz.f16 [$0], $2;");
  EXPECT_EQ(atomic->constraints, "l,b,h");
  // It reads, too: what only writes may be done once for all turns of a loop.
  EXPECT_EQ(atomic->effects,
            llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::ModRef));
}

TEST(AsyncTransfers, EveryNameParsesBack) {
  using Kind = MBarrierOperation::Kind;
  for (Kind kind : {Kind::Init, Kind::Arrive, Kind::Expect, Kind::Wait,
                    Kind::Invalidate, Kind::Fence}) {
    std::string name = MBarrierOperation{kind}.name();
    std::optional<MBarrierOperation> parsed = MBarrierOperation::parse(name);
    ASSERT_TRUE(parsed) << name;
    EXPECT_EQ(parsed->kind, kind) << name;
  }
  for (unsigned rank : {1, 2, 3, 4, 5}) {
    std::string name = TensorLoad{rank}.name();
    std::optional<TensorLoad> parsed = TensorLoad::parse(name);
    ASSERT_TRUE(parsed) << name;
    EXPECT_EQ(parsed->rank, rank) << name;
  }
}

TEST(AsyncTransfers, OtherNamesDoNot) {
  for (const char *name :
       {"minitc.mbarrier", "minitc.mbarrier.", "minitc.mbarrier.invalidate",
        "minitc.mbarrier.wait.x", "mbarrier.wait", "minitc.tma.load",
        "minitc.tma.load.", "minitc.tma.load.0d", "minitc.tma.load.6d",
        "minitc.tma.load.2", "minitc.tma.load.2d.x", "minitc.tma.store.2d"})
    EXPECT_FALSE(lookupPTXOperation(name)) << name;
}

TEST(PTXOperation, BulkCopiesAndTheirBarriers) {
  struct Case {
    const char *name, *assembly, *constraints;
  };
  for (const Case &test :
       {Case{"minitc.mbarrier.init", "mbarrier.init.shared::cta.b64 [$0], $1;",
             "l,r"},
        Case{"minitc.mbarrier.arrive",
             "mbarrier.arrive.shared::cta.b64 _, [$0];", "l"},
        Case{"minitc.mbarrier.expect",
             "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "l,r"},
        Case{"minitc.mbarrier.wait",
             "{\n\t.reg .pred p;\nagain:\n\t"
             "mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;\n\t"
             "@!p bra again;\n\t}",
             "l,r"},
        Case{"minitc.mbarrier.inval", "mbarrier.inval.shared::cta.b64 [$0];",
             "l"},
        Case{"minitc.mbarrier.fence",
             "fence.mbarrier_init.release.cluster;\n\t"
             "fence.proxy.async.shared::cta;",
             ""},
        Case{"minitc.tma.load.1d",
             "cp.async.bulk.tensor.1d.shared::cluster.global.tile."
             "mbarrier::complete_tx::bytes [$0], [$1, {$3}], [$2];",
             "l,l,l,r"},
        Case{"minitc.tma.load.3d",
             "cp.async.bulk.tensor.3d.shared::cluster.global.tile."
             "mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5}], [$2];",
             "l,l,l,r,r,r"}}) {
    std::optional<PTXOperation> operation = lookupPTXOperation(test.name);
    ASSERT_TRUE(operation) << test.name;
    EXPECT_EQ(operation->assembly, test.assembly);
    EXPECT_EQ(operation->constraints, test.constraints);
    // Nothing moves over them.
    EXPECT_EQ(operation->effects, llvm::MemoryEffects::unknown()) << test.name;
    EXPECT_TRUE(operation->isConvergent) << test.name;
  }
}

} // namespace
