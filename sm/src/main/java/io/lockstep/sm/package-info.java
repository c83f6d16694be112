// SPDX-License-Identifier: Apache-2.0
/** The streaming multiprocessor and the machine that is assembled from such. */
package io.lockstep.sm;
