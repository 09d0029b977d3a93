import {
  AddressField,
  OtherWay,
  PasswordField,
  SignInFailure,
  SubmitButton,
} from './sign-in-parts.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

export function PasswordStep({ isBusy }: { isBusy: boolean }) {
  const form = useSignInForm();
  return (
    <>
      <form {...form}>
        <AddressField isBusy={isBusy} />
        <PasswordField isBusy={isBusy} kind="known" />
        <SignInFailure />
        <SubmitButton isBusy={isBusy} words="signIn.title" />
      </form>
      <div className="sign-in-others">
        <OtherWay event="codeWay.chosen" words="signIn.withCode" />
        <OtherWay event="password.forgotten" words="signIn.forgot" />
        <OtherWay event="account.wanted" words="signIn.join" />
      </div>
    </>
  );
}
