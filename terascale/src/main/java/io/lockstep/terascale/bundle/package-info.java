/** Bundles: which slots an operation takes, which operations may share a bundle, and the packer. */
package io.lockstep.terascale.bundle;
