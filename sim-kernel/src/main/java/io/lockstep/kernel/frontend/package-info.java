/** What a front-end provides: kernels from a text, found by ServiceLoader. */
package io.lockstep.kernel.frontend;
