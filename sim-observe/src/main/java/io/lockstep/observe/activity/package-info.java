/** What a device's issue ports did while its launches ran, over their time. */
package io.lockstep.observe.activity;
