/** DRAM channels: open rows, scheduling, write drains, refresh, in beats of their own bus. */
package io.lockstep.parts.dram;
