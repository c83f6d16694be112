// SPDX-License-Identifier: Apache-2.0
/** What a launch needs of a device: capabilities, literals, occupancy. */
package io.lockstep.run.launch;
