// SPDX-License-Identifier: Apache-2.0
/** Results of address computations as fields of documents. */
package io.lockstep.inspect.address;
