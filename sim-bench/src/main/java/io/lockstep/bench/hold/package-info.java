/** The hold model: take the earliest event, add it again later. One class, one loop, per queue. */
package io.lockstep.bench.hold;
