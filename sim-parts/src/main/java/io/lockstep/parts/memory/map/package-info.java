// SPDX-License-Identifier: Apache-2.0
/** Where an address lies: devices, dies, slices and channels, and the messages that carry it. */
package io.lockstep.parts.memory.map;
