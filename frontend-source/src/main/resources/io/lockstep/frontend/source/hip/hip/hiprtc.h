/* SPDX-License-Identifier: Apache-2.0 */
/* hipRTC: texts that a program compiles while it runs. Declared by us from the "HIPRTC" pages of ROCm
 * 6; what is compiled is for the device that the program sees. */
#ifndef LOCKSTEP_HIP_HIPRTC_H
#define LOCKSTEP_HIP_HIPRTC_H
#include <stddef.h>

typedef enum hiprtcResult {
  HIPRTC_SUCCESS = 0,
  HIPRTC_ERROR_OUT_OF_MEMORY = 1,
  HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4,
  HIPRTC_ERROR_INVALID_OPTION = 5,
  HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_INTERNAL_ERROR = 11,
  HIPRTC_ERROR_LINKING = 100
} hiprtcResult;
typedef struct _hiprtcProgram* hiprtcProgram;

extern "C" {
const char* hiprtcGetErrorString(hiprtcResult);
hiprtcResult hiprtcVersion(int*, int*);
hiprtcResult hiprtcCreateProgram(hiprtcProgram*, const char*, const char*, int, const char* const*, const char* const*);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram*);
hiprtcResult hiprtcAddNameExpression(hiprtcProgram, const char*);
hiprtcResult hiprtcCompileProgram(hiprtcProgram, int, const char* const*);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram, size_t*);
hiprtcResult hiprtcGetCode(hiprtcProgram, char*);
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram, size_t*);
hiprtcResult hiprtcGetBitcode(hiprtcProgram, char*);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram, size_t*);
hiprtcResult hiprtcGetProgramLog(hiprtcProgram, char*);
hiprtcResult hiprtcGetLoweredName(hiprtcProgram, const char*, const char**);
}

/* Linking, by the functions of modules. */
#include "hip/hip_runtime_api.h"
typedef hipLinkState_t hiprtcLinkState;
typedef hipJitOption hiprtcJIT_option;
typedef hipJitInputType hiprtcJITInputType;
#define HIPRTC_JIT_MAX_REGISTERS hipJitOptionMaxRegisters
#define HIPRTC_JIT_THREADS_PER_BLOCK hipJitOptionThreadsPerBlock
#define HIPRTC_JIT_WALL_TIME hipJitOptionWallTime
#define HIPRTC_JIT_INFO_LOG_BUFFER hipJitOptionInfoLogBuffer
#define HIPRTC_JIT_INFO_LOG_BUFFER_SIZE_BYTES hipJitOptionInfoLogBufferSizeBytes
#define HIPRTC_JIT_ERROR_LOG_BUFFER hipJitOptionErrorLogBuffer
#define HIPRTC_JIT_ERROR_LOG_BUFFER_SIZE_BYTES hipJitOptionErrorLogBufferSizeBytes
#define HIPRTC_JIT_OPTIMIZATION_LEVEL hipJitOptionOptimizationLevel
#define HIPRTC_JIT_TARGET_FROM_HIPCONTEXT hipJitOptionTargetFromContext
#define HIPRTC_JIT_TARGET hipJitOptionTarget
#define HIPRTC_JIT_FALLBACK_STRATEGY hipJitOptionFallbackStrategy
#define HIPRTC_JIT_GENERATE_DEBUG_INFO hipJitOptionGenerateDebugInfo
#define HIPRTC_JIT_LOG_VERBOSE hipJitOptionLogVerbose
#define HIPRTC_JIT_GENERATE_LINE_INFO hipJitOptionGenerateLineInfo
#define HIPRTC_JIT_CACHE_MODE hipJitOptionCacheMode
#define HIPRTC_JIT_NEW_SM3X_OPT hipJitOptionSm3xOpt
#define HIPRTC_JIT_FAST_COMPILE hipJitOptionFastCompile
#define HIPRTC_JIT_GLOBAL_SYMBOL_NAMES hipJitOptionGlobalSymbolNames
#define HIPRTC_JIT_GLOBAL_SYMBOL_ADDRESS hipJitOptionGlobalSymbolAddresses
#define HIPRTC_JIT_GLOBAL_SYMBOL_COUNT hipJitOptionGlobalSymbolCount
#define HIPRTC_JIT_LTO hipJitOptionLto
#define HIPRTC_JIT_FTZ hipJitOptionFtz
#define HIPRTC_JIT_PREC_DIV hipJitOptionPrecDiv
#define HIPRTC_JIT_PREC_SQRT hipJitOptionPrecSqrt
#define HIPRTC_JIT_FMA hipJitOptionFma
#define HIPRTC_JIT_POSITION_INDEPENDENT_CODE hipJitOptionPositionIndependentCode
#define HIPRTC_JIT_MIN_CTA_PER_SM hipJitOptionMinCTAPerSM
#define HIPRTC_JIT_MAX_THREADS_PER_BLOCK hipJitOptionMaxThreadsPerBlock
#define HIPRTC_JIT_OVERRIDE_DIRECT_VALUES hipJitOptionOverrideDirectiveValues
#define HIPRTC_JIT_NUM_OPTIONS hipJitOptionNumOptions
#define HIPRTC_JIT_IR_TO_ISA_OPT_EXT hipJitOptionIRtoISAOptExt
#define HIPRTC_JIT_IR_TO_ISA_OPT_COUNT_EXT hipJitOptionIRtoISAOptCountExt
#define HIPRTC_JIT_INPUT_CUBIN hipJitInputCubin
#define HIPRTC_JIT_INPUT_PTX hipJitInputPtx
#define HIPRTC_JIT_INPUT_FATBINARY hipJitInputFatBinary
#define HIPRTC_JIT_INPUT_OBJECT hipJitInputObject
#define HIPRTC_JIT_INPUT_LIBRARY hipJitInputLibrary
#define HIPRTC_JIT_INPUT_NVVM hipJitInputNvvm
#define HIPRTC_JIT_INPUT_LLVM_BITCODE hipJitInputLLVMBitcode
#define HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE hipJitInputLLVMBundledBitcode
#define HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE hipJitInputLLVMArchivesOfBundledBitcode
#define HIPRTC_JIT_INPUT_SPIRV hipJitInputSpirv
static inline hiprtcResult lockstep_linked(hipError_t error) {
  return error == hipSuccess             ? HIPRTC_SUCCESS
         : error == hipErrorInvalidValue ? HIPRTC_ERROR_INVALID_INPUT
                                         : HIPRTC_ERROR_LINKING;
}
static inline hiprtcResult hiprtcLinkCreate(unsigned count, hipJitOption* options, void** values,
                                            hiprtcLinkState* state) {
  return lockstep_linked(hipLinkCreate(count, options, values, state));
}
static inline hiprtcResult hiprtcLinkAddFile(hiprtcLinkState state, hipJitInputType type,
                                             const char* path, unsigned count,
                                             hipJitOption* options, void** values) {
  return lockstep_linked(hipLinkAddFile(state, type, path, count, options, values));
}
static inline hiprtcResult hiprtcLinkAddData(hiprtcLinkState state, hipJitInputType type,
                                             void* image, size_t bytes, const char* name,
                                             unsigned count, hipJitOption* options, void** values) {
  return lockstep_linked(hipLinkAddData(state, type, image, bytes, name, count, options, values));
}
static inline hiprtcResult hiprtcLinkComplete(hiprtcLinkState state, void** image, size_t* bytes) {
  return lockstep_linked(hipLinkComplete(state, image, bytes));
}
static inline hiprtcResult hiprtcLinkDestroy(hiprtcLinkState state) {
  return lockstep_linked(hipLinkDestroy(state));
}
#endif
