/* SPDX-License-Identifier: Apache-2.0 */
/* __host__ and its like are defined before every text (lockstep_gpu.h). */
