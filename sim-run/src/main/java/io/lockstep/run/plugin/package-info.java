/** Jars of device modules: how they are loaded, and what a wrong one comes to. */
package io.lockstep.run.plugin;
