// SPDX-License-Identifier: Apache-2.0
/** The plan of a sweep and the limits of its points. */
package io.lockstep.sweep.point;
