// SPDX-License-Identifier: Apache-2.0
/** Costs of the host and its bus to the device. */
package io.lockstep.spi.host;
