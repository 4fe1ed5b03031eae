/*===- CHeader.c - The C API in a plain C program
 * --------------------------===*/

#include "minitc-c/minitc.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  minitc_compile_options options = MINITC_COMPILE_OPTIONS;
  minitc_measure_options measuring = MINITC_MEASURE_OPTIONS;
  minitc_device *device = NULL;
  if (options.struct_size != sizeof(options) || !options.specialize ||
      measuring.struct_size != sizeof(measuring) || measuring.warmup != 3)
    return 1;
  if (minitc_device_open("abacus", &device) != MINITC_INVALID_ARGUMENT)
    return 2;
  if (strstr(minitc_error_message(minitc_last_error()), "abacus") == NULL)
    return 3;
  if (minitc_target(0) == NULL || minitc_target(1000) != NULL)
    return 4;
  puts(minitc_target(0));
  return 0;
}
