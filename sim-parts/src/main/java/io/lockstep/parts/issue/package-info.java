// SPDX-License-Identifier: Apache-2.0
/**
 * Wavefront selection: a {@link io.lockstep.parts.issue.WavefrontPolicy} creates a {@link
 * io.lockstep.parts.issue.WavefrontRule} for each port or SIMD; compute units use it through {@link
 * io.lockstep.parts.issue.ReadyWavefronts}.
 */
package io.lockstep.parts.issue;
