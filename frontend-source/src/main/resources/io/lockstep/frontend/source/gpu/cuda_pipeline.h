/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of single threads into shared memory, by groups that a thread ends and awaits. */
#ifndef LOCKSTEP_CUDA_PIPELINE_H
#define LOCKSTEP_CUDA_PIPELINE_H
#include "cuda_pipeline_primitives.h"
#include "cuda/pipeline"
#endif
