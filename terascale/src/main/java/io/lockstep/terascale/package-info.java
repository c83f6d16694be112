// SPDX-License-Identifier: Apache-2.0
/** The device model and parameter schema shared by R600, R700, Evergreen and Cayman. */
package io.lockstep.terascale;
