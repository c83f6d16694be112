// SPDX-License-Identifier: Apache-2.0
/** Programs as recordings: traces, workloads, texts, and rows of devices that simulate them. */
package io.lockstep.run.program;
