/**
 * Which wavefront issues: a {@link io.lockstep.parts.issue.WavefrontPolicy} makes a {@link
 * io.lockstep.parts.issue.WavefrontRule} for each port or SIMD that chooses; compute units ask it
 * through {@link io.lockstep.parts.issue.ReadyWavefronts}.
 */
package io.lockstep.parts.issue;
