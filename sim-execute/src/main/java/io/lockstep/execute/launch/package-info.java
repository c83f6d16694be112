// SPDX-License-Identifier: Apache-2.0
/** What a launch is given besides geometry and arguments. */
package io.lockstep.execute.launch;
