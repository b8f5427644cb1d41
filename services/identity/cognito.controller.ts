/** `POST /cognito`: the direct endpoint, as Amazon Cognito's JSON protocol has it. */
import { Body, Controller, Headers, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal } from '@larder/contracts/reply.js';
import { plainAddress } from '@larder/kit/http/network.js';
import { notSupported } from '@larder/kit/http/read-only.js';
import { Kit } from '@larder/kit/kit.js';
import { Cognito, exceptionOf, unknownOperation } from './cognito.js';
import { ownSignInOff } from './sign-ins.js';

const TARGET = 'AWSCognitoIdentityProviderService.';
/** Operations that do more than let people in and out, and how a deployment that is read-only calls them. */
const CHANGES = new Map([
  ['SignUp', 'Creating login'], ['ConfirmSignUp', 'Creating login'], ['ResendConfirmationCode', 'Creating login'],
  ['ForgotPassword', 'Updating password'], ['ConfirmForgotPassword', 'Updating password'], ['ChangePassword', 'Updating password'],
  ['AssociateSoftwareToken', 'Updating second factor'], ['VerifySoftwareToken', 'Updating second factor'], ['SetUserMFAPreference', 'Updating second factor'],
]);
export const AMZ_JSON = 'application/x-amz-json-1.1';

@Controller()
export class CognitoController {
  constructor(private readonly kit: Kit, private readonly cognito: Cognito) {}

  @Post('/cognito')
  async operate(@Body() body: unknown, @Headers('x-amz-target') target = '', @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const operation = target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
    const operate = Object.hasOwn(this.cognito.operations, operation) ? this.cognito.operations[operation] : undefined;
    const from = { address: plainAddress(request.ip), agent: (request.headers['user-agent'] ?? '').slice(0, 200) };
    const asked = { caller: { kind: 'guest' as const }, commandId: this.kit.chance.uuid(), correlationId: String(request.id), from };
    const change = this.kit.settings.READ_ONLY ? CHANGES.get(operation) : undefined;
    const answer = !this.kit.settings.OWN_SIGN_IN ? ownSignInOff() : change ? notSupported(change) : operate ? await operate(body, asked) : unknownOperation();
    if (!isRefusal(answer)) return void reply.status(200).type(AMZ_JSON).send(JSON.stringify(answer));
    this.kit.metrics.refusals.inc({ subject: `cognito.${operate ? operation : 'unknown'}`, code: answer.refused });
    const name = exceptionOf(answer);
    void reply.status(400).header('x-amzn-errortype', name).type(AMZ_JSON).send(JSON.stringify({ __type: name, message: answer.message }));
  }
}
