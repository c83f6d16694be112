// SPDX-License-Identifier: Apache-2.0
/** Region memory: on-chip memory that all compute units share, and the barrier of a launch. */
package io.lockstep.parts.region;
