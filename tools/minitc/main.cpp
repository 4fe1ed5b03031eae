//===- main.cpp - The program minitc --------------------------------------===//
//
// The tool itself is a function of libminitc, which holds the compiler once for
// all programs.
//
//===----------------------------------------------------------------------===//

#include "minitc-c/minitc.h"

int main(int argc, char **argv) { return minitcToolMain("minitc", argc, argv); }
