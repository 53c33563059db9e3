import { describe, expect, it } from 'vitest'
import { ada, inMemory, signUpAda } from '#tests/support/memory-ports.ts'

const phone = '+442079460958'

/** Ada has entered the right password, and signing in now requires the code. */
const whoGaveThePassword = async () => {
  const world = inMemory()
  await signUpAda(world)
  await world.app.sendEnrolmentCode(phone)
  await world.app.enrolSecondFactor(world.auth.textMessages.at(-1)?.code ?? '')
  await world.app.signOut()
  expect(await world.app.signIn(ada)).toEqual({ kind: 'code-required', phone })
  return world
}

describe('sendSignInCode', () => {
  it('texts a code to the phone, as often as asked', async () => {
    const { app, auth } = await whoGaveThePassword()
    expect(await app.sendSignInCode()).toEqual({ kind: 'sent' })
    expect(await app.sendSignInCode()).toEqual({ kind: 'sent' })
    expect(auth.textMessages.slice(1).map(({ to }) => to)).toEqual([phone, phone])
  })
})

describe('confirmSignIn', () => {
  const whoGotACode = async () => {
    const world = await whoGaveThePassword()
    await world.app.sendSignInCode()
    return { ...world, code: world.auth.textMessages.at(-1)?.code ?? '' }
  }

  it('signs in and returns the profile, ignoring spaces around the code', async () => {
    const { app, auth, code } = await whoGotACode()
    const outcome = await app.confirmSignIn(` ${code} `)
    expect(outcome).toMatchObject({
      kind: 'signed-in',
      user: { email: ada.email },
      profile: { email: ada.email },
    })
    expect(await auth.currentUser()).toMatchObject({ email: ada.email })
  })

  it('signs in without the profile while the admin API is down', async () => {
    const { app, adminApi, code } = await whoGotACode()
    adminApi.fail()
    expect(await app.confirmSignIn(code)).toMatchObject({ kind: 'signed-in', profile: null })
  })

  it('returns wrong-code and lets the visitor try again', async () => {
    const { app, code } = await whoGotACode()
    expect(await app.confirmSignIn('0')).toEqual({ kind: 'wrong-code' })
    expect(await app.confirmSignIn(code)).toMatchObject({ kind: 'signed-in' })
  })
})
