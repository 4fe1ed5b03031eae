//===- FakeTools.cpp - The tools of the test library ----------------------===//

#include "minitc-c/minitc.h"

int minitcToolMain(const char *, int, char **) { return 1; }
