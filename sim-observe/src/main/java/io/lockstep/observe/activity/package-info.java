/** Activity of a device's issue ports, launch queues and transfers over time. */
package io.lockstep.observe.activity;
