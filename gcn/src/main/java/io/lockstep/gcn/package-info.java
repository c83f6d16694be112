// SPDX-License-Identifier: Apache-2.0
/** The device model and parameter schema shared by AMD's families from GCN on. */
package io.lockstep.gcn;
