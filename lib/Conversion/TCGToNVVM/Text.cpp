//===- Text.cpp - Strings in the GPU's memory -----------------------------===//

#include "Text.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

/// The variable that holds `bytes`; equal texts share one.
static LLVM::GlobalOp findOrCreate(LoweringBuilder &b, ModuleOp module,
                                   StringRef bytes) {
  std::string name;
  for (unsigned number = 0;; ++number) {
    name = "minitc$text_" + std::to_string(number);
    auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
    if (!global)
      break;
    if (cast<StringAttr>(global.getValueAttr()).getValue() == bytes)
      return global;
  }
  OpBuilder::InsertionGuard guard(b.builder);
  b.builder.setInsertionPointToStart(module.getBody());
  auto type = LLVM::LLVMArrayType::get(b.builder.getI8Type(), bytes.size());
  // With the location of an inlined call, outside a function, MLIR's pass for
  // debug scopes would crash.
  return LLVM::GlobalOp::create(b.builder, b.builder.getUnknownLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                name, b.builder.getStringAttr(bytes),
                                /*alignment=*/1, /*addrSpace=*/1);
}

Value minitc::addressOfText(LoweringBuilder &b, ModuleOp module,
                            StringRef text) {
  std::string bytes = text.str();
  bytes.push_back('\0');
  LLVM::GlobalOp global = findOrCreate(b, module, bytes);
  Value address = LLVM::AddressOfOp::create(b.builder, b.loc, global);
  auto generic = LLVM::LLVMPointerType::get(module.getContext());
  return LLVM::AddrSpaceCastOp::create(b.builder, b.loc, generic, address);
}
