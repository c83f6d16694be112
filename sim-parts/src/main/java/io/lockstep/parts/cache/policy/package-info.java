// SPDX-License-Identifier: Apache-2.0
/** Replacement and write policies of caches. */
package io.lockstep.parts.cache.policy;
