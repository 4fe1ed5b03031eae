//===- main.cpp - The program minitc-opt ----------------------------------===//
//
// The tool itself is a function of libminitc, which holds the compiler once for
// all programs.
//
//===----------------------------------------------------------------------===//

#include "minitc-c/minitc.h"

int main(int argc, char **argv) {
  return minitcToolMain("minitc-opt", argc, argv);
}
