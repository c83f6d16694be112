/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of single threads into shared memory, by groups that a thread ends and awaits. */
#ifndef LOCKSTEP_CUDA_PIPELINE_H
#define LOCKSTEP_CUDA_PIPELINE_H
#include "cuda_pipeline_primitives.h"
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#include "cuda/pipeline"
#endif
#endif
