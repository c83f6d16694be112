/** Single changes of a device beside what it is: how much each is worth, and why. */
package io.lockstep.explain.whatif;
