// SPDX-License-Identifier: Apache-2.0
/** The local data share: bank conflicts. */
package io.lockstep.terascale.lds;
