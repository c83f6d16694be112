/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of the device, by the numbers of cudaDeviceAttr. */
#include "cudart.h"

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
};
#define LAST_ATTRIBUTE 147

static Error attribute(int *value, int number, int device) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  if (!value || number < 1 || number > LAST_ATTRIBUTE)
    return cudaErrorInvalidValue;
  *value = 0;
  for (size_t i = 0; i < sizeof ATTRIBUTES / sizeof *ATTRIBUTES; i++)
    if (ATTRIBUTES[i].attribute == number)
      *value = ATTRIBUTES[i].name ? (int)device_number(ATTRIBUTES[i].name) : ATTRIBUTES[i].value;
  return cudaSuccess;
}
