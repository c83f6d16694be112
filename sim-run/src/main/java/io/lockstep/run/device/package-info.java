// SPDX-License-Identifier: Apache-2.0
/** The simulation of a recording on one device, launch by launch. */
package io.lockstep.run.device;
