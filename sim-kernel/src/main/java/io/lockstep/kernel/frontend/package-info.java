/**
 * What a front-end provides: kernels from a text, found by ServiceLoader.
 *
 * <p>A {@link io.lockstep.kernel.frontend.KernelFrontend} reads a text into kernels; {@link
 * io.lockstep.kernel.frontend.FrontendOptions} is what the workload says beside the text; {@link
 * io.lockstep.kernel.frontend.Draft}s are blocks in the making.
 *
 * <p>Front-ends are stateless and thread-safe; drafts belong to one thread.
 */
package io.lockstep.kernel.frontend;
