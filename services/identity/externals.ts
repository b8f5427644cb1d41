/** People of other issuers: who they are here, and from when on they are somebody else. */
import { Inject, Injectable } from '@nestjs/common';
import type { Position } from '@larder/contracts/fact.js';
import type { adoptExternal, External } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In } from '@larder/contracts/request.js';
import type { Cause } from '@larder/kit/commands/handle.js';
import { Kit } from '@larder/kit/kit.js';
import { externalClaim } from './claims.js';
import { PEOPLE } from './membership-view.js';
import { namedElsewhere, People } from './people.js';
import { VAULT, type Vault } from './secrets/vault.js';

type Adopted = { userId: string; position: Position };

/** The issuer remembers them, and would let them in again without asking: to say that a session has expired would lead them in circles. */
const deletedHere = (issuer: string): Refusal => refuse('FORBIDDEN', `This login was deleted. To begin anew, please sign out, also at ${new URL(issuer).host}, and sign in there again.`);

@Injectable()
export class Externals {
  constructor(private readonly kit: Kit, private readonly people: People, @Inject(VAULT) private readonly vault: Vault) {}

  private readonly hashOf = ({ issuer, subject }: External): string => this.vault.fingerprint(`${issuer} ${subject}`);

  /** Whether it is the person that somebody of another issuer is here by now. */
  async isStill(external: External, userId: string): Promise<boolean> {
    const claim = await this.kit.look(externalClaim, this.hashOf(external));
    return claim.userId === userId && !this.isLost(claim.emailHash, (await this.people.state(userId)).lost);
  }

  /** Our person for one of theirs. Somebody who was forgotten comes back as another person, and only by having signed in there since: a screen left open would undo it. */
  async adopt({ signedInAt = '', ...external }: In<typeof adoptExternal>, cause: Cause): Promise<Adopted | Refusal> {
    const { userId: known, emailHash } = await this.kit.look(externalClaim, this.hashOf(external));
    if (!known) return this.bring(external, cause);
    const { isForgotten, forgottenAt = '', lost = [] } = await this.people.state(known);
    if (isForgotten) return signedInAt > forgottenAt ? this.bring(external, { ...cause, commandId: `${cause.commandId}:after:${known}` }, known) : deletedHere(external.issuer);
    // By which address somebody came was not always noted: then it is the one they have now.
    if (!this.isLost(emailHash ?? this.people.fingerprint(addressOf(external)), lost)) return { userId: known, position: '' };
    return this.bring(external, { ...cause, commandId: `${cause.commandId}:after:${known}:${lost.length}` }, known);
  }

  private readonly isLost = (emailHash: string | undefined, lost: readonly string[] = []): boolean => emailHash !== undefined && lost.includes(emailHash);

  private async bring({ emailVerified, givenName, familyName, ...external }: In<typeof adoptExternal>, cause: Cause, inPlaceOf?: string): Promise<Adopted | Refusal> {
    const { issuer } = external;
    const email = addressOf(external);
    const own = await this.people.idOf(email);
    // The same person by both issuers, but only when both have verified the address: otherwise anybody could take over a login by naming its address elsewhere.
    const { emailVerified: isTheirs, isForgotten } = await this.people.state(own.userId);
    const isSamePerson = own.isKnown && emailVerified && isTheirs && !isForgotten;
    const added = isSamePerson ? { userId: own.userId, position: '' } : await this.people.register({ email, givenName, familyName, emailVerified, issuer }, cause);
    if (isRefusal(added)) return added.refused === 'CONFLICT' ? namedElsewhere(issuer, this.kit.settings) : added;
    const claimed = await this.kit.handle(externalClaim, this.hashOf(external), { userId: added.userId, emailHash: this.people.fingerprint(email), inPlaceOf }, { ...cause, account: PEOPLE });
    return isRefusal(claimed) ? claimed : { userId: claimed.state.userId ?? added.userId, position: added.position };
  }
}

/** Where an issuer tells none it is one that nobody else has. */
const addressOf = ({ email, issuer, subject }: External & { email?: string | undefined }): string => email ?? `${subject}@${new URL(issuer).host}`;
