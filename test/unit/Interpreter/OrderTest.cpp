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

void expectNote(const InterpreterResult &result, const std::string &text) {
  EXPECT_NE(result.diagnostics.find("note: " + text), std::string::npos)
      << result.diagnostics;
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
  EXPECT_EQ(result.faults[0].element, std::vector<int64_t>{0});
  expectNote(result, "the other access is here, by program instance "
                     "(0, 0, 0), element [0]\n");
}

TEST(OrderBetween, BothSidesAreNamedWhicheverRanFirst) {
  // The first instance is busy until the second one has long been there.
  const char *source = R"(tc.kernel @k(%p: !tc.ptr<i32>) {
  %pid = tc.program_id x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %many = arith.constant 20000 : i32
  %first = arith.cmpi eq, %pid, %zero : i32
  %turns = arith.select %first, %many, %zero : i32
  scf.for %k = %zero to %turns step %one : i32 {
  }
  %base = arith.muli %pid, %two : i32
  %q = tc.addptr %p, %base : !tc.ptr<i32>, i32
  %i = tc.arange 0 to 4 : tensor<4xi32>
  %r = tc.addptr %q, %i : !tc.ptr<i32>, tensor<4xi32>
  %t = tc.reshape %r : tensor<4x!tc.ptr<i32>> -> tensor<2x2x!tc.ptr<i32>>
  %v = arith.constant dense<7> : tensor<2x2xi32>
  tc.store %t, %v : tensor<2x2x!tc.ptr<i32>>
  tc.return
})";
  Launcher launcher(source);
  I32 memory(6);
  launcher.array(memory);
  launcher.options.threads = 2;
  EXPECT_FALSE(launcher.run(2));
  ASSERT_EQ(launcher.result.faults.size(), 1u) << launcher.result.diagnostics;
  const InterpreterFault &fault = launcher.result.faults[0];
  EXPECT_EQ(fault.program[0], 1u);
  EXPECT_EQ(fault.line, 17u);
  EXPECT_EQ(fault.element, (std::vector<int64_t>{0, 0}));
  expectNote(launcher.result, "the other access is here, by program instance "
                              "(0, 0, 0), element [1, 0]\n");
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

TEST(OrderBetween, AnotherReaderIsNamed) {
  // The writer has read too.
  InterpreterResult result = run(load + "scf.if %isLast {\n" + store + "}", 3);
  expectRace(result, Kind::RaceBetweenInstances);
  EXPECT_EQ(result.faults[0].program[0], 2u);
  expectNote(result, "the other access is here, by program instance "
                     "(0, 0, 0), element [0]\n");
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

/// All but the last read, and those of %chain go on to release; the last one
/// acquires and writes.
std::string readThenOverwrite(const std::string &chain) {
  return "%inChain = " + chain +
         "\nscf.if %isLast {\n"
         "%b = tc.atomic_rmw add acquire gpu %counter, %zero : "
         "!tc.ptr<i32>, i32\n" +
         store + "} else {\n" + load +
         "scf.if %inChain {\n"
         "%a = tc.atomic_rmw add release gpu %counter, %one : "
         "!tc.ptr<i32>, i32\n}\n}";
}

TEST(OrderBetween, EveryReaderHasToBeInTheChain) {
  expectNone(run(readThenOverwrite("arith.cmpi sge, %pid, %zero : i32"), 4));
  for (int missing : {0, 1, 2}) {
    std::string id = std::to_string(missing);
    InterpreterResult result =
        run("%m = arith.constant " + id + " : i32\n" +
                readThenOverwrite("arith.cmpi ne, %pid, %m : i32"),
            4);
    expectRace(result, Kind::RaceBetweenInstances);
    EXPECT_EQ(result.faults[0].program[0], 3u);
    EXPECT_EQ(result.faults[0].element, std::vector<int64_t>{0});
    expectNote(result, "the other access is here, by program instance (" + id +
                           ", 0, 0)");
  }
}

TEST(OrderBetween, EveryAtomicHasToBeInTheChain) {
  std::string body = "%inChain = arith.cmpi sge, %pid, $m : i32\n"
                     "scf.if %isLast {\n"
                     "%b = tc.atomic_rmw add acquire gpu %counter, %zero : "
                     "!tc.ptr<i32>, i32\n" +
                     load + "} else {\n" +
                     fill(atomicAdd, {{"$scope", "gpu"}}) +
                     "scf.if %inChain {\n"
                     "%a = tc.atomic_rmw add release gpu %counter, %one : "
                     "!tc.ptr<i32>, i32\n}\n}";
  expectNone(run(fill(body, {{"$m", "%zero"}}), 4));
  InterpreterResult result = run(fill(body, {{"$m", "%one"}}), 4);
  expectRace(result, Kind::RaceBetweenInstances);
  expectNote(result, "the other access is here, by program instance "
                     "(0, 0, 0)");
}

TEST(OrderBetween, AChainMayGoThroughOthers) {
  // Each waits for the one before it; only the first writes, the last reads.
  std::string body = "scf.if %isFirst {\n" + store +
                     "}\n%a = tc.atomic_rmw add $order gpu %counter, %one : "
                     "!tc.ptr<i32>, i32\nscf.if %isLast {\n" +
                     load + "}";
  expectNone(run(fill(body, {{"$order", "acq_rel"}}), 4));
  expectRace(run(fill(body, {{"$order", "acquire"}}), 4),
             Kind::RaceBetweenInstances);
}

/// Thousands of instances count up one counter; the last to arrive adds up.
/// Instance i takes part only after `i % turns` barriers, so that their epochs
/// differ.
InterpreterResult countUp(uint32_t instances, int turns, const char *order) {
  std::string source =
      fill(R"(
tc.kernel @k(%p: !tc.ptr<i32>, %counter: !tc.ptr<i32>) {
  %pid = tc.program_id x : i32
  %n = tc.num_programs x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %period = arith.constant $turns : i32
  %turns = arith.remui %pid, %period : i32
  scf.for %k = %zero to %turns step %one : i32 {
    tc.barrier
  }
  %q = tc.addptr %p, %pid : !tc.ptr<i32>, i32
  tc.store %q, %one : !tc.ptr<i32>
  %before = tc.atomic_rmw add $order gpu %counter, %one : !tc.ptr<i32>, i32
  %last = arith.subi %n, %one : i32
  %isLast = arith.cmpi eq, %before, %last : i32
  scf.if %isLast {
    scf.for %k = %zero to %n step %one : i32 {
      %r = tc.addptr %p, %k : !tc.ptr<i32>, i32
      %x = tc.load %r : !tc.ptr<i32>
    }
  }
  tc.return
})",
           {{"$turns", std::to_string(turns)}, {"$order", order}});
  Launcher launcher(source);
  I32 memory(instances), counter(1, 0);
  launcher.array(memory).array(counter);
  launcher.options.timeLimitSeconds = 60;
  launcher.run(instances);
  return launcher.result;
}

TEST(OrderBetween, ThousandsOfInstancesOnOneCounter) {
  expectNone(countUp(50000, 1, "acq_rel"));
  expectNone(countUp(20000, 7, "acq_rel"));
  expectRace(countUp(2000, 7, "relaxed"), Kind::RaceBetweenInstances);
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
  EXPECT_EQ(result.faults[0].element, std::vector<int64_t>{0});
  expectNote(result, "the earlier access is here, by program instance "
                     "(0, 0, 0), element [0]\n");
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
  InterpreterResult result = run(other + loadOther + load + store, 1);
  expectRace(result, Kind::RaceWithinInstance);
  EXPECT_NE(result.diagnostics.find("%y = tc.load %other"), std::string::npos)
      << "names the read through the other pointer: " << result.diagnostics;
  expectRace(run(store + barrier + other + loadOther + load + store, 1),
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

TEST(OrderWithin, AtomicsDoNotRaceWithEachOther) {
  std::string add = fill(atomicAdd, {{"$scope", "cta"}});
  std::string addOther = "%u = tc.atomic_rmw add relaxed cta %other, %i : "
                         "tensor<4x!tc.ptr<i32>>, tensor<4xi32>\n";
  expectNone(run(other + add + addOther, 1));
  expectNone(run(add + load, 1));
  expectRace(run(other + add + loadOther, 1), Kind::RaceWithinInstance);
  expectRace(run(other + add + storeOther, 1), Kind::RaceWithinInstance);
  expectRace(run(other + addOther + add + load, 1), Kind::RaceWithinInstance);
}

TEST(OrderWithin, ABarrierEachTurnOrdersLongLoops) {
  std::string loop = "%many = arith.constant 100000 : i32\n"
                     "scf.for %k = %zero to %many step %one : i32 {\n" +
                     other + load + "tc.barrier\n" + storeOther + "$between}\n";
  expectNone(run(fill(loop, {{"$between", barrier}}), 1));
  expectRace(run(fill(loop, {{"$between", ""}}), 1), Kind::RaceWithinInstance);
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
