/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of the device, by the numbers of cudaDeviceAttr. */
#include "cudart.h"

#ifdef LOCKSTEP_HIP
enum { NEVER = 148, ALWAYS, ALL_MEMORY, LAST_ATTRIBUTE = ALL_MEMORY };

/* For hipDeviceAttribute_t, CUDA's numbers and those above; 0: AMD has no attribute there. */
static const unsigned char SHARED_WITH_CUDA[] = {
    32, 109, 40, 19, 91, 13, 20, 90, 31, 89, 95, 96, 15, 101, 79, 86, 18, 84, 17, 38, 80, NEVER,
    NEVER, 75, 83, 106, 2, 3, 4, 5, 6, 7, 55, 61, 56, 63, 58, 66, 67, 21, 42, 69, 77, 22, 23,
    45, 27, 70, 73, 24, 25, 26, 47, 52, 53, 2, 1, 39, 11, 37, 36, 76, 85, 16, 0, 88, 100, 33,
    34, 50, 108, 12, 82, 111, 8, 97, 81, 87, 78, 30, 35, 14, 51, 9, ALL_MEMORY, 41, 0, 10, 115,
    102, 99, 119, 134,
};
static const unsigned char OF_AMD_ALONE[] = {
    13, 0, 81, 0, 0, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, NEVER, 92, ALWAYS, 16,
    ALWAYS, 13, ALWAYS,
};
#define FIRST_OF_AMD 10000

static int number_of_cuda(int number) {
  if (number >= 0 && number < (int)sizeof SHARED_WITH_CUDA)
    return SHARED_WITH_CUDA[number];
  number -= FIRST_OF_AMD;
  return number >= 0 && number < (int)sizeof OF_AMD_ALONE ? OF_AMD_ALONE[number] : 0;
}
#else
enum { LAST_ATTRIBUTE = 147 };

static int number_of_cuda(int number) {
  return number;
}
#endif

/* The property of a name, or a value. */
static const struct {
  int attribute;
  const char *name;
  int value;
} ATTRIBUTES[] = {
    {1, "maxThreadsPerBlock", 0},
    {2, NULL, 1024},
    {3, NULL, 1024},
    {4, NULL, 64},
    {5, NULL, 0x7FFFFFFF},
    {6, NULL, 65535},
    {7, NULL, 65535},
    {8, "sharedMemPerBlock", 0},
    {9, "totalConstMem", 0},
    {10, "warpSize", 0},
    {11, "memPitch", 0},
    {12, "regsPerBlock", 0},
    {13, "clockRate", 0},
    {14, "textureAlignment", 0},
    {15, NULL, 1},
    {16, "multiProcessorCount", 0},
    {17, NULL, 0},
    {18, NULL, 0},
    {19, NULL, 1},
    {20, NULL, 0},
    {21, "maxTexture1D", 0},
    {22, NULL, 131072},
    {23, NULL, 65536},
    {24, NULL, 16384},
    {25, NULL, 16384},
    {26, NULL, 16384},
    {27, NULL, LAYERED_SIDE}, /* of 2D textures */
    {28, NULL, LAYERED_SIDE},
    {29, NULL, LAYERED_LAYERS},
    {30, "surfaceAlignment", 0},
    {31, NULL, 1},
    {32, NULL, 0},
    {33, "pciBusID", 0},
    {36, "memoryClockRate", 0},
    {37, "memoryBusWidth", 0},
    {38, "l2CacheSize", 0},
    {39, "maxThreadsPerMultiProcessor", 0},
    {40, "asyncEngineCount", 0},
    {41, NULL, 1},
    {42, NULL, LAYERED_SIDE}, /* of 1D textures */
    {43, NULL, LAYERED_LAYERS},
    {51, "texturePitchAlignment", 0},
    {61, NULL, LAYERED_SIDE}, /* of 1D surfaces */
    {62, NULL, LAYERED_LAYERS},
    {63, NULL, LAYERED_SIDE}, /* of 2D surfaces */
    {64, NULL, LAYERED_SIDE},
    {65, NULL, LAYERED_LAYERS},
    {69, "maxTexture1DLinear", 0},
    {75, "major", 0},
    {76, "minor", 0},
    {78, NULL, 1},
    {79, NULL, 1},
    {80, NULL, 1},
    {81, "sharedMemPerMultiprocessor", 0},
    {82, "regsPerMultiprocessor", 0},
    {83, NULL, 1},
    {87, "singleToDoublePrecisionPerfRatio", 0},
    {89, NULL, 1},
    {90, NULL, 1},
    {92, NULL, 1}, /* to 94, 122, 123: cuStreamWaitValue … */
    {93, NULL, 1},
    {94, NULL, 1},
    {95, NULL, 1},
    {97, "sharedMemPerBlockOptin", 0},
    {99, NULL, 1},
    {102, NULL, 1}, /* of the driver interface: cuMemMap */
    {106, "maxBlocksPerMultiProcessor", 0},
    {111, "reservedSharedMemPerBlock", 0},
    {115, NULL, 1},
    {122, NULL, 1},
    {123, NULL, 1},
#ifdef LOCKSTEP_HIP
    {ALWAYS, NULL, 1},
    {ALL_MEMORY, "totalGlobalMem", 0},
#endif
};

/* A property, which may be larger than the result of an attribute. */
static int property(const char *name) {
  uint64_t value = device_number(name);
  return value > INT32_MAX ? INT32_MAX : (int)value;
}

static Error attribute(int *value, int number, int device) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  number = number_of_cuda(number);
  if (!value || number < 1 || number > LAST_ATTRIBUTE)
    return cudaErrorInvalidValue;
  *value = 0;
  for (size_t i = 0; i < sizeof ATTRIBUTES / sizeof *ATTRIBUTES; i++)
    if (ATTRIBUTES[i].attribute == number)
      *value = ATTRIBUTES[i].name ? property(ATTRIBUTES[i].name) : ATTRIBUTES[i].value;
  return cudaSuccess;
}
