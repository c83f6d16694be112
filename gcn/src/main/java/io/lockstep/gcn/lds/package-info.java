// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lds;
