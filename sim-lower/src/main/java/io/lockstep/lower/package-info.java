// SPDX-License-Identifier: Apache-2.0
/** What a device's compiler does, by name. */
package io.lockstep.lower;
