// SPDX-License-Identifier: Apache-2.0
package io.lockstep.core.engine;

record Route(String name, int sender, int receiver, long latency) {}
