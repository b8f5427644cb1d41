/** What people see to themselves: their names, their sign-ins, and being forgotten. */
import { Controller, Inject } from '@nestjs/common';
import { changeEmail, changeProfile, confirmEmail, endSession, forgetMe, listSessions, makeRecoveryCodes, profile, signOutEverywhere, takeBackEmail } from '@larder/contracts/identity.js';
import { isRefusal, refuse, type Refusal } from '@larder/contracts/reply.js';
import type { In, Out } from '@larder/contracts/request.js';
import type { Asked } from '@larder/kit/bus/ask.js';
import { causeOf, Kit } from '@larder/kit/kit.js';
import { Answers } from '@larder/kit/bus/nest-bus.js';
import { Addresses } from './addresses.js';
import { Leaving } from './leaving.js';
import { membershipView, PEOPLE } from './membership-view.js';
import { PASSES, type Passes } from './secrets/passes.js';
import { People } from './people.js';
import { personOf } from './person-of.js';
import { SecondFactors } from './second-factors.js';
import { SignIns } from './sign-ins.js';
import { SingleSignOn } from './single-sign-on/single-sign-on.js';
import { Teams } from './teams.js';
import { shownOf, Tokens } from './secrets/tokens.js';
import { VAULT, type Vault } from './secrets/vault.js';

const nobody = (): Refusal => refuse('NOT_FOUND', 'No user data available');

/** Where passwords are turned off nobody signs in here; which of several issuers it was is not known. */
const usualProvider = ({ settings: { OWN_SIGN_IN, TRUSTED_ISSUERS } }: Kit): string => (!OWN_SIGN_IN && TRUSTED_ISSUERS.length === 1 && TRUSTED_ISSUERS[0]?.issuer) || 'larder';

@Controller()
export class ProfileController {
  constructor(private readonly kit: Kit, private readonly people: People, private readonly signIns: SignIns, private readonly secondFactors: SecondFactors, private readonly tokens: Tokens, private readonly leaving: Leaving, private readonly teams: Teams, private readonly addresses: Addresses, private readonly singleSignOn: SingleSignOn,
    @Inject(VAULT) private readonly vault: Vault, @Inject(PASSES) private readonly passes: Passes) {}

  @Answers(profile)
  async profile({ familyId }: In<typeof profile>, asked: Asked): Promise<Out<typeof profile> | Refusal> {
    const userId = personOf(asked);
    // A member was let in already, whichever way they came.
    const [shown, { secondFactor, recoveryCodes, registered }] = await Promise.all([this.people.show(userId, asked.caller.kind === 'user'), this.people.state(userId)]);
    if (!shown) return nobody();
    const { organization } = (familyId !== undefined && (await this.tokens.family(familyId))) || {};
    const theirs = organization === undefined ? undefined : await this.singleSignOn.of(organization);
    return { ...shownOf(shown), emailVerified: shown.emailVerified, secondFactor: secondFactor?.isEnabled ?? false, recoveryCodes: recoveryCodes.length, provider: theirs?.set.issuer ?? registered?.issuer ?? usualProvider(this.kit) };
  }

  @Answers(changeProfile)
  async change({ firstName, lastName }: In<typeof changeProfile>, asked: Asked): Promise<Out<typeof changeProfile> | Refusal> {
    const userId = personOf(asked);
    const changed = await this.people.do(userId, { type: 'ChangeNames', givenName: await this.vault.seal(userId, firstName), familyName: await this.vault.seal(userId, lastName) }, causeOf(asked, PEOPLE));
    if (isRefusal(changed)) return changed;
    const shown = await this.people.show(userId, asked.caller.kind === 'user');
    return shown ? shownOf(shown) : nobody();
  }

  @Answers(changeEmail)
  async changeEmail({ email, password }: In<typeof changeEmail>, asked: Asked): Promise<Out<typeof changeEmail> | Refusal> {
    return (await this.addresses.ask(personOf(asked), email, password, asked)) ?? {};
  }

  @Answers(confirmEmail)
  async confirmEmail({ code }: In<typeof confirmEmail>, asked: Asked): Promise<Out<typeof confirmEmail> | Refusal> {
    const userId = personOf(asked);
    const refused = await this.addresses.confirm(userId, code, asked);
    if (refused) return refused;
    const shown = await this.people.show(userId);
    return shown ? shownOf(shown) : nobody();
  }

  @Answers(takeBackEmail)
  takeBackEmail({ token, password }: In<typeof takeBackEmail>, asked: Asked): Promise<Out<typeof takeBackEmail> | Refusal> {
    return this.addresses.takeBack(token, password, asked);
  }

  @Answers(makeRecoveryCodes)
  async recoveryCodes({ password }: In<typeof makeRecoveryCodes>, asked: Asked): Promise<Out<typeof makeRecoveryCodes> | Refusal> {
    const codes = await this.secondFactors.makeRecoveryCodes(personOf(asked), password, asked);
    if (!isRefusal(codes)) return { codes };
    // A wrong password is no reason to end the sign-in it was asked in.
    return codes.refused === 'SIGN_IN_REQUIRED' ? refuse('BAD_INPUT', 'Your current password is not right.') : codes;
  }

  @Answers(forgetMe)
  async forget({ email }: In<typeof forgetMe>, asked: Asked): Promise<Out<typeof forgetMe> | Refusal> {
    const userId = personOf(asked);
    const shown = await this.people.show(userId);
    if (!shown) return nobody();
    if (this.people.fingerprint(email) !== this.people.fingerprint(shown.email)) return refuse('BAD_INPUT', 'Please enter the e-mail address of this login to confirm.');
    return this.teams.inTurn(userId, () => this.forgetNow(userId, asked));
  }

  private async forgetNow(userId: string, asked: Asked): Promise<Out<typeof forgetMe> | Refusal> {
    const { account } = (await this.people.membership(userId)) ?? {};
    const left = account && (await this.leaving.leave(account, userId, asked));
    if (isRefusal(left)) return left;
    await this.tokens.endAll(userId);
    const position = await this.people.forget(userId, causeOf(asked, PEOPLE));
    if (typeof position !== 'string') return position;
    await this.passes.removeOwner(userId);
    await this.kit.views.reached(membershipView, position);
    return {};
  }

  @Answers(listSessions)
  async sessions({ familyId }: In<typeof listSessions>, asked: Asked): Promise<Out<typeof listSessions>> {
    const families = await this.tokens.families(personOf(asked));
    const now = this.kit.clock.now().toISOString();
    return families.map(({ id, startedAt, lastUsedAt, agent, address }) => ({ id, startedAt, lastUsedAt: id === familyId ? now : lastUsedAt, agent, address, current: id === familyId }));
  }

  @Answers(endSession)
  async end({ id }: In<typeof endSession>, asked: Asked): Promise<Out<typeof endSession> | Refusal> {
    const userId = personOf(asked);
    if ((await this.tokens.family(id))?.userId !== userId) return refuse('NOT_FOUND', 'There is no such sign-in');
    await this.signIns.end(userId, id, 'revoked', asked);
    return {};
  }

  @Answers(signOutEverywhere)
  async everywhere(_: In<typeof signOutEverywhere>, asked: Asked): Promise<Out<typeof signOutEverywhere>> {
    await this.signIns.endAll(personOf(asked), asked);
    return {};
  }
}
