// SPDX-License-Identifier: Apache-2.0
/**
 * The front-end SPI: kernels read from a text, found by ServiceLoader.
 *
 * <p>A {@link io.lockstep.kernel.frontend.KernelFrontend} reads a text into kernels; {@link
 * io.lockstep.kernel.frontend.FrontendOptions} is the workload's additional information; {@link
 * io.lockstep.kernel.frontend.Draft}s are blocks under construction. Front-ends are stateless and
 * thread-safe; drafts belong to one thread.
 */
package io.lockstep.kernel.frontend;
