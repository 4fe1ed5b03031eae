//===- VectorUtils.h - One thread's share of a tile -------------*- C++ -*-===//
//
// Taking vectors apart and putting them together. Wide vectors are built by
// trees of shufflevector, never by chains of insertelement: on 1024 elements
// LLVM's Scalarizer takes 0.13 s for a tree and 1.6 s for a chain.
//
//===----------------------------------------------------------------------===//

#ifndef MINITC_LIB_CONVERSION_TCGTONVVM_VECTORUTILS_H
#define MINITC_LIB_CONVERSION_TCGTONVVM_VECTORUTILS_H

#include "minitc/Layout/LinearLayout.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir {

/// Builds what the patterns need at one place in the code.
class LoweringBuilder {
public:
  LoweringBuilder(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc) {}

  OpBuilder &builder;
  Location loc;

  //===--- Scalars ---===//
  Value i1(bool value);
  Value i32(int64_t value);
  Value integer(Type type, int64_t value);
  Value andi(Value a, Value b);
  Value ori(Value a, Value b);
  Value xori(Value a, Value b);
  Value equals(Value a, Value b);
  Value select(Value condition, Value yes, Value no);
  /// Bit by bit, between types of one width; pointers too.
  Value bitcast(Value value, Type type);

  //===--- Threads ---===//
  Value threadId();
  Value lane();
  Value warp();
  /// warp(), by way of a shuffle, for the assembler to see that it is the same
  /// in all lanes.
  Value uniformWarp();
  /// The element index (or whatever the bases mean) of the thread's lane and
  /// warp: XOR of the images of the bits that are set, as i32.
  Value applyToThread(const minitc::Bases &lanes, const minitc::Bases &warps);
  /// XOR of `bases[i]` over the bits i of `index` that are set.
  Value applyBits(Value index, const minitc::Bases &bases);
  /// Whether this thread stands for all that hold copies of its elements, or
  /// null where no thread holds a copy.
  Value isRepresentative(const minitc::LinearLayout &layout);
  /// Whether this is the first thread of the block.
  Value isFirstThread();
  /// Builds what `body` does in a branch of the threads where `condition`
  /// holds; with a null condition, here.
  void ifTrue(Value condition, function_ref<void()> body);

  /// The barrier of an op (barrierThreadsAttrName).
  void barrier(Operation *op);

  //===--- Vectors ---===//
  Value extract(Value vector, unsigned index);
  SmallVector<Value> explode(Value vector);
  Value fromElements(ArrayRef<Value> elements);
  Value concat(ArrayRef<Value> vectors);
  /// The elements at `indices`.
  Value shuffle(Value vector, ArrayRef<int32_t> indices);
  Value slice(Value vector, unsigned first, unsigned count);
  Value splat(Value scalar, unsigned count);
  /// A vector of integer constants.
  Value constants(Type element, ArrayRef<int64_t> values);

  //===--- Shuffles within a warp ---===//
  /// The value of lane (own lane XOR mask).
  Value shuffleXor(Value value, unsigned mask);
  /// The value of lane `source`.
  Value shuffleIndex(Value value, Value source);

  //===--- Operations of PTXOperations.h ---===//
  /// Calls one, which is declared first where it is new; null if `result` is
  /// void.
  Value callPTXOperation(const std::string &name, Type result,
                         ValueRange operands);
  /// One with `count` results, above 1, all of type `word`.
  SmallVector<Value> callPTXOperation(const std::string &name, Type word,
                                      unsigned count, ValueRange operands);

private:
  /// Moves any scalar by moving its 32-bit words.
  Value shuffleWords(Value value, function_ref<Value(Value)> move);
};

} // namespace mlir

#endif // MINITC_LIB_CONVERSION_TCGTONVVM_VECTORUTILS_H
