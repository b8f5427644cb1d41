/** Identity: people, organizations, tokens. */
import { Inject, Module } from '@nestjs/common';
import { Kit } from '@larder/kit/kit.js';
import { IdentityController } from './identity.controller.js';
import { membershipView } from './organization.js';
import { People } from './people.js';
import { Tokens } from './tokens.js';
import { openVault, VAULT, type Vault } from './vault.js';

const vaultFile = ({ settings }: Kit): string => (settings.EVENT_STORE_URL === 'sqlite::memory:' ? ':memory:' : `${settings.DATA_DIR}/vault.db`);

@Module({
  controllers: [IdentityController],
  providers: [People, Tokens, { provide: VAULT, useFactory: (kit: Kit) => openVault(vaultFile(kit)), inject: [Kit] }],
})
export class IdentityModule {
  constructor(kit: Kit, @Inject(VAULT) vault: Vault) {
    kit.add({ name: 'identity', categories: ['user', 'email', 'organization'], projections: [membershipView], begin: async () => async () => vault.close() });
  }
}
