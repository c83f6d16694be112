// SPDX-License-Identifier: Apache-2.0
/** The portable kernel: typed registers, basic blocks, verifier, and analyses for devices. */
package io.lockstep.kernel.ir;
