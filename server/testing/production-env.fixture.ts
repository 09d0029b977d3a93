/** Environment variables that production needs, except for its address. No mails are sent. */
export const productionEnvAnywhere = {
  RUN_ENV: 'production',
  SMTP_URL: 'off',
  COMPANY_NAME: 'Lightwell Ltd',
  COMPANY_ADDRESS: '2 Lamp Lane, Dublin',
  SUPPORT_EMAIL: 'help@lightwell.example',
};

/** All environment variables that production needs. */
export const productionEnv = {
  ...productionEnvAnywhere,
  PUBLIC_URL: 'https://lightwell.example',
};
