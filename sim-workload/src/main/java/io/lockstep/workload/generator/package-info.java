// SPDX-License-Identifier: Apache-2.0
/** Initial contents of buffers: generated, or read from files. */
package io.lockstep.workload.generator;
