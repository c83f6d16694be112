/* SPDX-License-Identifier: Apache-2.0 */
/* hipRAND's interface for Lockstep's own library, from the documentation of ROCm 6. */
#ifndef LOCKSTEP_HIPRAND_H
#define LOCKSTEP_HIPRAND_H
#include "hip/hip_runtime_api.h"

#define HIPRAND_VERSION 201000
#define HIPRAND_DEFAULT_MAX_BLOCK_SIZE 256
#define HIPRAND_DEFAULT_MIN_WARPS_PER_EU 1

typedef enum hiprandStatus {
  HIPRAND_STATUS_SUCCESS = 0,
  HIPRAND_STATUS_VERSION_MISMATCH = 100,
  HIPRAND_STATUS_NOT_INITIALIZED = 101,
  HIPRAND_STATUS_ALLOCATION_FAILED = 102,
  HIPRAND_STATUS_TYPE_ERROR = 103,
  HIPRAND_STATUS_OUT_OF_RANGE = 104,
  HIPRAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  HIPRAND_STATUS_LAUNCH_FAILURE = 201,
  HIPRAND_STATUS_PREEXISTING_FAILURE = 202,
  HIPRAND_STATUS_INITIALIZATION_FAILED = 203,
  HIPRAND_STATUS_ARCH_MISMATCH = 204,
  HIPRAND_STATUS_INTERNAL_ERROR = 999,
  HIPRAND_STATUS_NOT_IMPLEMENTED = 1000
} hiprandStatus_t;

typedef enum hiprandRngType {
  HIPRAND_RNG_TEST = 0,
  HIPRAND_RNG_PSEUDO_DEFAULT = 400,
  HIPRAND_RNG_PSEUDO_XORWOW = 401,
  HIPRAND_RNG_PSEUDO_MRG32K3A = 402,
  HIPRAND_RNG_PSEUDO_MTGP32 = 403,
  HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 404,
  HIPRAND_RNG_PSEUDO_MT19937 = 405,
  HIPRAND_RNG_QUASI_DEFAULT = 500,
  HIPRAND_RNG_QUASI_SOBOL32 = 501,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  HIPRAND_RNG_QUASI_SOBOL64 = 504,
  HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 505
} hiprandRngType_t;

typedef enum hiprandOrdering {
  HIPRAND_ORDERING_PSEUDO_BEST = 100,
  HIPRAND_ORDERING_PSEUDO_DEFAULT = 101,
  HIPRAND_ORDERING_PSEUDO_SEEDED = 102,
  HIPRAND_ORDERING_PSEUDO_LEGACY = 103,
  HIPRAND_ORDERING_PSEUDO_DYNAMIC = 104,
  HIPRAND_ORDERING_QUASI_DEFAULT = 201
} hiprandOrdering_t;

typedef struct lockstep_generator* hiprandGenerator_t;

extern "C" {
hiprandStatus_t hiprandCreateGenerator(hiprandGenerator_t* generator, hiprandRngType_t type);
hiprandStatus_t hiprandCreateGeneratorHost(hiprandGenerator_t* generator, hiprandRngType_t type);
hiprandStatus_t hiprandDestroyGenerator(hiprandGenerator_t generator);
hiprandStatus_t hiprandGenerate(hiprandGenerator_t generator, unsigned* results, size_t n);
hiprandStatus_t hiprandGenerateLongLong(hiprandGenerator_t generator, unsigned long long* results,
                                        size_t n);
hiprandStatus_t hiprandGenerateUniform(hiprandGenerator_t generator, float* results, size_t n);
hiprandStatus_t hiprandGenerateUniformDouble(hiprandGenerator_t generator, double* results, size_t n);
hiprandStatus_t hiprandGenerateNormal(hiprandGenerator_t generator, float* results, size_t n,
                                      float mean, float deviation);
hiprandStatus_t hiprandGenerateNormalDouble(hiprandGenerator_t generator, double* results, size_t n,
                                            double mean, double deviation);
hiprandStatus_t hiprandGenerateLogNormal(hiprandGenerator_t generator, float* results, size_t n,
                                         float mean, float deviation);
hiprandStatus_t hiprandGenerateLogNormalDouble(hiprandGenerator_t generator, double* results,
                                               size_t n, double mean, double deviation);
hiprandStatus_t hiprandGeneratePoisson(hiprandGenerator_t generator, unsigned* results, size_t n,
                                       double mean);
hiprandStatus_t hiprandGenerateSeeds(hiprandGenerator_t generator);
hiprandStatus_t hiprandSetStream(hiprandGenerator_t generator, hipStream_t stream);
hiprandStatus_t hiprandSetPseudoRandomGeneratorSeed(hiprandGenerator_t generator,
                                                    unsigned long long seed);
hiprandStatus_t hiprandSetGeneratorOffset(hiprandGenerator_t generator, unsigned long long offset);
hiprandStatus_t hiprandSetGeneratorOrdering(hiprandGenerator_t generator, hiprandOrdering_t ordering);
hiprandStatus_t hiprandSetQuasiRandomGeneratorDimensions(hiprandGenerator_t generator,
                                                         unsigned dimensions);
hiprandStatus_t hiprandGetVersion(int* version);

/* Functions that the library refuses by name. */
#define LOCKSTEP_NO(name) hiprandStatus_t name(...);
LOCKSTEP_NO(hiprandCreatePoissonDistribution) LOCKSTEP_NO(hiprandDestroyDistribution)
LOCKSTEP_NO(hiprandGetDirectionVectors32) LOCKSTEP_NO(hiprandGetDirectionVectors64)
LOCKSTEP_NO(hiprandGetScrambleConstants32) LOCKSTEP_NO(hiprandGetScrambleConstants64)
LOCKSTEP_NO(hiprandGenerateChar) LOCKSTEP_NO(hiprandGenerateShort)
LOCKSTEP_NO(hiprandGenerateUniformHalf) LOCKSTEP_NO(hiprandGenerateNormalHalf)
LOCKSTEP_NO(hiprandGenerateLogNormalHalf) LOCKSTEP_NO(hiprandMakeMTGP32Constants)
LOCKSTEP_NO(hiprandMakeMTGP32KernelState)
#undef LOCKSTEP_NO
}
#endif
