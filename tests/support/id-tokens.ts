import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { JWTPayload } from 'jose'

/** The claims of an ID token; each has a valid default. */
export type TokenClaims = {
  readonly uid?: string
  readonly email?: string | null
  readonly emailVerified?: boolean
  readonly provider?: string
  readonly projectId?: string
  readonly issuer?: string
  /** Seconds from now; negative for the past. */
  readonly expiresIn?: number
  readonly signedInAgo?: number
  /** How many seconds ago the token was made. */
  readonly issuedAgo?: number
}

const claimsOf = ({
  email = 'ada@example.com',
  emailVerified = true,
  provider = 'password',
  signedInAgo = 60,
}: TokenClaims): JWTPayload => ({
  ...(email === null ? {} : { email }),
  email_verified: emailVerified,
  auth_time: Math.floor(Date.now() / 1000) - signedInAgo,
  firebase: { sign_in_provider: provider, identities: {} },
})

const envelopeOf = ({
  uid = 'ada',
  projectId = 'demo-evenkeel',
  issuer,
  expiresIn = 3600,
  issuedAgo = 0,
}: TokenClaims) => {
  const now = Math.floor(Date.now() / 1000)
  return {
    subject: uid,
    audience: projectId,
    issuer: issuer ?? `https://securetoken.google.com/${projectId}`,
    issuedAt: Math.min(now - issuedAgo, now + expiresIn - 1),
    expiresAt: now + expiresIn,
  }
}

/** An unsigned ID token, as the Auth emulator makes them. */
export const unsignedToken = (claims: TokenClaims = {}): string => {
  const { subject, audience, issuer, issuedAt, expiresAt } = envelopeOf(claims)
  return new UnsecuredJWT(claimsOf(claims))
    .setSubject(subject)
    .setAudience(audience)
    .setIssuer(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .encode()
}

/**
 * A key pair that signs ID tokens as Google does, and the key set that its tokens are checked
 * against.
 */
export const createTokenSigner = async (keyId = 'test-key') => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }
  return {
    keys: createLocalJWKSet({ keys: [jwk] }),
    sign: (claims: TokenClaims = {}): Promise<string> => {
      const { subject, audience, issuer, issuedAt, expiresAt } = envelopeOf(claims)
      return new SignJWT(claimsOf(claims))
        .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
        .setSubject(subject)
        .setAudience(audience)
        .setIssuer(issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
    },
  }
}
