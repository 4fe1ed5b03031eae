//===- OrderTest.cpp - Accesses with no order between them ----------------===//

#include "Launcher.h"

using namespace minitc;
using namespace minitc::test;

namespace {

using Kind = InterpreterFault::Kind;
using I32 = std::vector<int32_t>;

/// Runs `body` on an array %p of 16 with %i = 0 ... 3 and %pid; returns what
/// was found, each instance in turn on one thread and on four.
InterpreterResult run(const std::string &body, uint32_t instances,
                      const std::string &functions = "") {
  std::string source = fill(R"($functions
tc.kernel @k(%p: !tc.ptr<i32>, %counter: !tc.ptr<i32>) {
  %pid = tc.program_id x : i32
  %n = tc.num_programs x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %i = tc.arange 0 to 4 : tensor<4xi32>
  %last = arith.subi %n, %one : i32
  %isFirst = arith.cmpi eq, %pid, %zero : i32
  %isLast = arith.cmpi eq, %pid, %last : i32
  %all = tc.addptr %p, %i : !tc.ptr<i32>, tensor<4xi32>
  %base = arith.muli %pid, %four : i32
  %mine = tc.addptr %p, %base : !tc.ptr<i32>, i32
  %own = tc.addptr %mine, %i : !tc.ptr<i32>, tensor<4xi32>
  $body
  tc.return
})",
                            {{"$body", body}, {"$functions", functions}});
  InterpreterResult results[2];
  for (unsigned threads : {1, 4}) {
    Launcher launcher(source);
    I32 memory(16, 1), counter(1, 0);
    launcher.array(memory).array(counter);
    launcher.options.threads = threads;
    launcher.run(instances);
    results[threads == 4] = launcher.result;
  }
  EXPECT_EQ(results[0].faults.size(), results[1].faults.size())
      << results[0].diagnostics << results[1].diagnostics;
  if (!results[0].faults.empty() && !results[1].faults.empty()) {
    EXPECT_EQ(results[0].faults[0].program, results[1].faults[0].program);
  }
  return results[0];
}

void expectRace(const InterpreterResult &result, Kind kind) {
  ASSERT_EQ(result.faults.size(), 1u) << result.diagnostics;
  EXPECT_EQ(int(result.faults[0].kind), int(kind)) << result.diagnostics;
}

void expectNone(const InterpreterResult &result) {
  EXPECT_EQ(result.diagnostics, "");
}

const std::string load = "%x = tc.load %all : tensor<4x!tc.ptr<i32>>\n";
const std::string store = "tc.store %all, %i : tensor<4x!tc.ptr<i32>>\n";

//===----------------------------------------------------------------------===//
// Between program instances
//===----------------------------------------------------------------------===//

TEST(OrderBetween, WritesOfOneElementRace) {
  InterpreterResult result = run(store, 2);
  expectRace(result, Kind::RaceBetweenInstances);
  EXPECT_EQ(result.faults[0].message,
            "two program instances access byte 0 of 'p' with no order between "
            "them: use atomics, or give each instance elements of its own");
  EXPECT_EQ(result.faults[0].program[0], 1u);
  EXPECT_NE(result.diagnostics.find(
                "note: the other access is here, by program instance "
                "(0, 0, 0)"),
            std::string::npos)
      << result.diagnostics;
}

TEST(OrderBetween, ElementsOfOnesOwnDoNotRace) {
  expectNone(run("tc.store %own, %i : tensor<4x!tc.ptr<i32>>", 4));
}

TEST(OrderBetween, ReadsDoNotRace) { expectNone(run(load, 4)); }

TEST(OrderBetween, AReadRacesWithAWriteWhicheverIsFirst) {
  std::string part = "scf.if $c {\n" + store + "} else {\n" + load + "}";
  expectRace(run(fill(part, {{"$c", "%isFirst"}}), 2),
             Kind::RaceBetweenInstances);
  expectRace(run(fill(part, {{"$c", "%isLast"}}), 2),
             Kind::RaceBetweenInstances);
}

TEST(OrderBetween, ReadsOfOthersAreNotForgotten) {
  // The last one to read is the one that writes.
  expectRace(run(load + "scf.if %isLast {\n" + store + "}", 3),
             Kind::RaceBetweenInstances);
  expectNone(run("scf.if %isLast {\n" + load + store + "}", 3));
}

const std::string atomicAdd =
    "%o = tc.atomic_rmw add relaxed $scope %all, %i : tensor<4x!tc.ptr<i32>>, "
    "tensor<4xi32>\n";

TEST(OrderBetween, AtomicsDoNotRaceWithEachOther) {
  expectNone(run(fill(atomicAdd, {{"$scope", "gpu"}}), 4));
  expectNone(run(fill(atomicAdd, {{"$scope", "sys"}}), 4));
}

TEST(OrderBetween, AtomicsOfABlockAloneDo) {
  expectRace(run(fill(atomicAdd, {{"$scope", "cta"}}), 2),
             Kind::RaceBetweenInstances);
}

TEST(OrderBetween, AtomicsRaceWithOtherAccesses) {
  std::string add = fill(atomicAdd, {{"$scope", "gpu"}});
  expectRace(run("scf.if %isLast {\n" + load + "} else {\n" + add + "}", 2),
             Kind::RaceBetweenInstances);
  expectRace(run("scf.if %isFirst {\n" + store + "} else {\n" + add + "}", 2),
             Kind::RaceBetweenInstances);
}

/// The first instance writes, then raises a flag; the last one sees it.
std::string handOver(const std::string &release, const std::string &acquire) {
  return fill("scf.if %isFirst {\n" + store +
                  "%a = tc.atomic_rmw add $release gpu %counter, %one : "
                  "!tc.ptr<i32>, i32\n} else {\n"
                  "%b = tc.atomic_rmw add $acquire gpu %counter, %zero : "
                  "!tc.ptr<i32>, i32\n" +
                  load + "}",
              {{"$release", release}, {"$acquire", acquire}});
}

TEST(OrderBetween, AReleaseAndAnAcquireOrder) {
  expectNone(run(handOver("release", "acquire"), 2));
  expectNone(run(handOver("acq_rel", "acq_rel"), 2));
}

TEST(OrderBetween, HalfAChainDoesNot) {
  expectRace(run(handOver("relaxed", "acquire"), 2),
             Kind::RaceBetweenInstances);
  expectRace(run(handOver("release", "relaxed"), 2),
             Kind::RaceBetweenInstances);
}

TEST(OrderBetween, WhatFollowsTheReleaseIsNotOrdered) {
  expectRace(run("scf.if %isFirst {\n"
                 "%a = tc.atomic_rmw add release gpu %counter, %one : "
                 "!tc.ptr<i32>, i32\n" +
                     store +
                     "} else {\n"
                     "%b = tc.atomic_rmw add acquire gpu %counter, %zero : "
                     "!tc.ptr<i32>, i32\n" +
                     load + "}",
                 2),
             Kind::RaceBetweenInstances);
}

TEST(OrderBetween, TheLastToArriveMayReadAll) {
  // Each writes its part; whoever counts to the end adds up.
  std::string body =
      "tc.store %own, %i : tensor<4x!tc.ptr<i32>>\n"
      "%k = tc.atomic_rmw add acq_rel gpu %counter, %one : !tc.ptr<i32>, i32\n"
      "%done = arith.cmpi eq, %k, %last : i32\n"
      "scf.if %done {\n"
      "  %r = tc.arange 0 to 16 : tensor<16xi32>\n"
      "  %everything = tc.addptr %p, %r : !tc.ptr<i32>, tensor<16xi32>\n"
      "  %y = tc.load %everything : tensor<16x!tc.ptr<i32>>\n"
      "  tc.store %counter, %zero : !tc.ptr<i32>\n"
      "}";
  expectNone(run(body, 4));
}

//===----------------------------------------------------------------------===//
// Within one program instance
//===----------------------------------------------------------------------===//

const std::string other =
    "%other = tc.addptr %p, %i : !tc.ptr<i32>, tensor<4xi32>\n";
const std::string loadOther = "%y = tc.load %other : tensor<4x!tc.ptr<i32>>\n";
const std::string storeOther = "tc.store %other, %i : tensor<4x!tc.ptr<i32>>\n";
const std::string barrier = "tc.barrier\n";

TEST(OrderWithin, DifferentPointersRace) {
  InterpreterResult result = run(other + store + loadOther, 1);
  expectRace(result, Kind::RaceWithinInstance);
  EXPECT_EQ(result.faults[0].message,
            "reads 4 bytes at byte 0 of 'p' with no order after an earlier "
            "access by the same instance: put a tc.barrier between them, or "
            "use one pointer value for both");
  EXPECT_NE(result.diagnostics.find("note: the earlier access is here"),
            std::string::npos);
  expectRace(run(other + load + storeOther, 1), Kind::RaceWithinInstance);
  expectRace(run(other + store + storeOther, 1), Kind::RaceWithinInstance);
}

TEST(OrderWithin, ABarrierOrders) {
  expectNone(run(other + store + barrier + loadOther, 1));
  expectNone(run(other + load + barrier + storeOther, 1));
  expectNone(run(other + store + barrier + storeOther, 1));
}

TEST(OrderWithin, OnePointerValueOrders) {
  expectNone(run(store + load, 1));
  expectNone(run(load + store, 1));
}

TEST(OrderWithin, ReadsThroughSeveralPointersAreNotForgotten) {
  expectRace(run(other + loadOther + load + store, 1),
             Kind::RaceWithinInstance);
  expectNone(run(other + loadOther + barrier + load + store, 1));
}

TEST(OrderWithin, ReadsDoNotRace) {
  expectNone(run(other + load + loadOther, 1));
}

TEST(OrderWithin, OneOpDoesNotRaceWithItself) {
  expectNone(run("scf.for %k = %zero to %four step %one : i32 {\n"
                 "  %q = tc.addptr %p, %i : !tc.ptr<i32>, tensor<4xi32>\n"
                 "  tc.store %q, %i : tensor<4x!tc.ptr<i32>>\n}",
                 1));
}

TEST(OrderWithin, OtherElementsDoNotRace) {
  expectNone(run("%far = tc.addptr %all, %four : tensor<4x!tc.ptr<i32>>, i32\n"
                 "%y = tc.load %far : tensor<4x!tc.ptr<i32>>\n" +
                     store,
                 1));
  expectRace(run("%near = tc.addptr %all, %one : tensor<4x!tc.ptr<i32>>, i32\n"
                 "%y = tc.load %near : tensor<4x!tc.ptr<i32>>\n" +
                     store,
                 1),
             Kind::RaceWithinInstance);
}

TEST(OrderWithin, ReleaseAndAcquireOrderTheInstanceToo) {
  std::string atomic =
      "%a = tc.atomic_rmw add $o gpu %counter, %one : !tc.ptr<i32>, i32\n";
  expectNone(
      run(other + store + fill(atomic, {{"$o", "acq_rel"}}) + loadOther, 1));
  expectRace(
      run(other + store + fill(atomic, {{"$o", "relaxed"}}) + loadOther, 1),
      Kind::RaceWithinInstance);
}

TEST(OrderWithin, APointerKeepsItsIdentityThroughCalls) {
  const char *functions =
      "func.func @put(%q: tensor<4x!tc.ptr<i32>>, %v: tensor<4xi32>) {\n"
      "  tc.store %q, %v : tensor<4x!tc.ptr<i32>>\n  return\n}\n"
      "func.func @point(%q: !tc.ptr<i32>, %v: tensor<4xi32>) -> "
      "tensor<4x!tc.ptr<i32>> {\n"
      "  %r = tc.addptr %q, %v : !tc.ptr<i32>, tensor<4xi32>\n"
      "  return %r : tensor<4x!tc.ptr<i32>>\n}\n";
  std::string put = "func.call @put(%all, %i) : (tensor<4x!tc.ptr<i32>>, "
                    "tensor<4xi32>) -> ()\n";
  expectNone(run(load + put, 1, functions));
  expectNone(run(put + put, 1, functions));
  // Inlined twice, these are two pointers.
  std::string point = "%$n = func.call @point(%p, %i) : (!tc.ptr<i32>, "
                      "tensor<4xi32>) -> tensor<4x!tc.ptr<i32>>\n";
  std::string two = fill(point, {{"$n", "q1"}}) + fill(point, {{"$n", "q2"}});
  expectRace(run(two + "%v1 = tc.load %q1 : tensor<4x!tc.ptr<i32>>\n"
                       "tc.store %q2, %i : tensor<4x!tc.ptr<i32>>",
                 1, functions),
             Kind::RaceWithinInstance);
}

TEST(OrderWithin, ViewsAndIndicesMakeThePointer) {
  std::string view =
      "%s = arith.constant 1 : i64\n"
      "%v = tc.make_view %p, shape [%four], strides [%s] : !tc.ptr<i32> -> "
      "!tc.view<4xi32>\n"
      "%t = tc.load_view %v[%zero] other %zero : !tc.view<4xi32>\n";
  expectNone(run(view + "tc.store_view %v[%zero], %t : !tc.view<4xi32>", 1));
  expectRace(run(view + "tc.store_view %v[%one], %t : !tc.view<4xi32>", 1),
             Kind::RaceWithinInstance);
}

TEST(Order, IsNotCheckedWithoutMemoryChecks) {
  Launcher launcher("tc.kernel @k(%p: !tc.ptr<i32>) {\n"
                    "  %c = arith.constant 3 : i32\n"
                    "  tc.store %p, %c : !tc.ptr<i32>\n  tc.return\n}");
  I32 memory(1);
  launcher.array(memory);
  launcher.options.checkMemory = false;
  EXPECT_TRUE(launcher.run(2));
  EXPECT_EQ(memory[0], 3);
}

} // namespace
